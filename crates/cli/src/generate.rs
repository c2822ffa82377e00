//! Shell completions and manual pages, made of the command line that clap knows, so that they cannot differ from it.

use crate::NOTHING_FOUND;
use crate::args::{CommandLine, CompletionsOptions, ManOptions};
use bowline_engine::Error;
use clap::CommandFactory;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

pub fn completions(options: &CompletionsOptions) -> Result<u8, Error> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut CommandLine::command(), "bowline", &mut script);
    print(&script);
    Ok(NOTHING_FOUND)
}

/// The page of `bowline` itself, or with `--out` that and one per command.
pub fn man(options: &ManOptions) -> Result<u8, Error> {
    let mut whole = CommandLine::command().disable_help_subcommand(true);
    whole.build();
    let Some(directory) = &options.out else {
        print(&page(&whole, "bowline"));
        return Ok(NOTHING_FOUND);
    };
    fs::create_dir_all(directory).map_err(Error::file(directory, "create"))?;
    write(&whole, "bowline", directory)?;
    for command in whole.get_subcommands().filter(|command| !command.is_hide_set()) {
        write(command, &format!("bowline-{}", command.get_name()), directory)?;
    }
    Ok(NOTHING_FOUND)
}

fn write(command: &clap::Command, name: &str, directory: &Path) -> Result<(), Error> {
    let file = directory.join(format!("{name}.1"));
    fs::write(&file, page(command, name)).map_err(Error::file(file, "write"))
}

/// One page. Our own words behind the options keep their lines: they are examples.
fn page(command: &clap::Command, name: &str) -> Vec<u8> {
    let usage = command.clone().render_usage().to_string().replacen("Usage: ", "", 1);
    let behind = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let (options, commands) = (command.get_arguments().next().is_some(), command.has_subcommands());
    let man = Man::new(command.clone())
        .title(name.to_uppercase())
        .source(concat!("Bowline ", env!("CARGO_PKG_VERSION")))
        .manual("Bowline");
    let mut text = Vec::new();
    let render = || -> io::Result<()> {
        man.render_title(&mut text)?;
        man.render_name_section(&mut text)?;
        // All options in a row, as the library writes it, would help nobody.
        Roff::new().control("SH", ["SYNOPSIS"]).text([roman(usage)]).to_writer(&mut text)?;
        man.render_description_section(&mut text)?;
        if options {
            man.render_options_section(&mut text)?;
        }
        if commands {
            man.render_subcommands_section(&mut text)?;
        }
        if let Some(behind) = behind {
            let mut roff = Roff::new();
            roff.control("SH", ["NOTES"]).control("nf", []);
            behind.lines().for_each(|line| {
                roff.text([roman(line)]);
            });
            roff.control("fi", []).to_writer(&mut text)?;
        }
        Ok(())
    };
    render().expect("memory can be written to");
    text
}

/// A closed pipe is no reason to complain.
fn print(text: &[u8]) {
    let _ = io::stdout().write_all(text);
}
