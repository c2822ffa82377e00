//! Ranges whose place, length or contents are symbolic.

use crate::bench::{Bench, MODELS, World};
use bowline_expr::ExprId;
use bowline_memory::{Length, Rows, Value};

impl Bench {
    /// A place that is known or not, up to `most`.
    fn some_place(&mut self, most: u64) -> Value {
        match self.rng.below(3) {
            0 => {
                let place = self.place(most);
                Value::from_expr(&self.pool, place)
            }
            _ => Value::Int(self.rng.below(most + 1)),
        }
    }

    /// A length that is known or not, up to `most`.
    fn some_length(&mut self, most: u64) -> Length {
        if self.rng.below(5) == 0 {
            return Length::known(self.rng.below(most + 1));
        }
        let least = if self.rng.bool() { 0 } else { self.rng.below(most + 1) };
        let more = self.up_to(most - least);
        let first = self.pool.constant(least.into(), 64);
        let value = self.pool.add(first, more);
        Length { value: Value::from_expr(&self.pool, value), least, most }
    }

    fn expr_numbers(&mut self, expr: ExprId) -> [u64; MODELS] {
        let value = Value::from_expr(&self.pool, expr);
        self.numbers(value).map(|number| number as u64)
    }

    fn places(&mut self, value: Value) -> [u64; MODELS] {
        self.numbers(value).map(|number| number as u64)
    }

    fn largest(&mut self, most: u64) -> u64 {
        if self.rng.below(3) == 0 { most } else { most.min(1 + self.rng.below(60)) }
    }

    pub(crate) fn copy_range(&mut self, world: &mut World, to: usize) {
        let from = if self.rng.bool() { to } else { self.pick(world) };
        let (target, source) = (world.objects[to].bytes.len() as u64, world.objects[from].bytes.len() as u64);
        let most = self.largest(target.min(source));
        let (to_place, from_place) = (self.some_place(target - most), self.some_place(source - most));
        let length = self.some_length(most);
        let ids = (world.objects[to].id, world.objects[from].id);
        if !world.memory.copy_range(&mut self.pool, (ids.0, to_place), (ids.1, from_place), length) {
            return;
        }
        self.formulas += 1;
        let before = world.objects[from].clone();
        let (to_places, from_places, lengths) =
            (self.places(to_place), self.places(from_place), self.places(length.value));
        let object = &mut world.objects[to];
        for m in 0..MODELS {
            for i in 0..lengths[m] {
                let (to, from) = ((to_places[m] + i) as usize, (from_places[m] + i) as usize);
                object.bytes[to][m] = before.bytes[from][m];
            }
        }
    }

    pub(crate) fn copy_array(&mut self, world: &mut World, at: usize, capacity: u64) {
        let most = self.largest(capacity);
        let (place, length) = (self.some_place(capacity - most), self.some_length(most));
        let input = self.inputs[self.rng.below(4) as usize];
        let array = self.pool.input(input);
        let id = world.objects[at].id;
        if !world.memory.copy_array(&mut self.pool, (id, place), array, length) {
            return;
        }
        self.formulas += 1;
        let (places, lengths) = (self.places(place), self.places(length.value));
        for m in 0..MODELS {
            for i in 0..lengths[m] {
                let byte = self.models[m].byte(input, i);
                world.objects[at].set_in(m, places[m] + i, byte);
            }
        }
    }

    pub(crate) fn fill_range(&mut self, world: &mut World, at: usize, capacity: u64) {
        let most = self.largest(capacity);
        let (place, length, byte) = (self.some_place(capacity - most), self.some_length(most), self.value(1));
        // Often what is there already.
        let byte = if self.rng.below(3) == 0 { Value::Int(0) } else { byte };
        let id = world.objects[at].id;
        if !world.memory.fill_range(&mut self.pool, (id, place), byte, length) {
            return;
        }
        self.formulas += 1;
        let (places, lengths, bytes) = (self.places(place), self.places(length.value), self.numbers(byte));
        for m in 0..MODELS {
            (0..lengths[m]).for_each(|i| world.objects[at].set_in(m, places[m] + i, bytes[m] as u8));
        }
    }

    /// A value over the number of its row: a product, or a byte of an input at that place.
    fn row_value(&mut self, number: ExprId, bytes: u32) -> ExprId {
        let width = 8 * bytes as u16;
        let wide = match width {
            ..=64 => self.pool.truncate(number, width),
            _ => self.pool.zero_extend(number, width),
        };
        let factor = self.value(bytes).to_expr(&mut self.pool, width);
        let product = self.pool.mul(wide, factor);
        if self.rng.bool() {
            return product;
        }
        let input = self.inputs[self.rng.below(4) as usize];
        let array = self.pool.input(input);
        let byte = self.pool.select(array, number);
        let byte = self.pool.zero_extend(byte, width);
        self.pool.add(product, byte)
    }

    pub(crate) fn write_rows(&mut self, world: &mut World, at: usize, capacity: u64) {
        let bytes = 1 + self.rng.below(capacity.min(9)) as u32;
        let stride = (u64::from(bytes) + self.rng.below(3)).min(capacity);
        let most = self.rng.below(capacity / stride) + 1;
        let place = self.some_place(capacity - most * stride);
        let count = self.up_to(most);
        let variable = self.pool.auxiliary("row", 0, 8);
        let number = self.pool.input_word(variable, 8);
        let value = self.row_value(number, bytes);
        let rows = Rows { count, stride, bytes, variable, value };
        let id = world.objects[at].id;
        if !world.memory.write_rows(&mut self.pool, (id, place), rows, most) {
            return;
        }
        self.formulas += 1;
        let (places, counts) = (self.places(place), self.expr_numbers(count));
        for m in 0..MODELS {
            for row in 0..counts[m] {
                let mut model = self.models[m].clone();
                (0..).zip(row.to_le_bytes()).for_each(|(at, byte)| model.set_byte(variable, at, byte));
                let number = self.evaluator.eval(&self.pool, &model, value);
                for i in 0..u64::from(bytes) {
                    world.objects[at].set_in(m, places[m] + row * stride + i, (number >> (8 * i)) as u8);
                }
            }
        }
    }
}
