"""Which functions `./x bench entries` chooses, on a small piece of debug information."""
import unittest

import entries

DUMP = '''libown.a(one.o):	file format elf64-x86-64
0x0000000b: DW_TAG_compile_unit
              DW_AT_name	("/own/one.c")
0x00000020:   DW_TAG_structure_type
                DW_AT_name	("list")
                DW_AT_decl_file	("/own/one.h")
0x00000030:   DW_TAG_typedef
                DW_AT_type	(0x00000020 "list")
                DW_AT_name	("list_t")
                DW_AT_decl_file	("/own/one.h")
0x00000040:   DW_TAG_pointer_type
                DW_AT_type	(0x00000045 "const list_t")
0x00000045:   DW_TAG_const_type
                DW_AT_type	(0x00000030 "list_t")
0x00000050:   DW_TAG_structure_type
                DW_AT_name	("_IO_FILE")
                DW_AT_decl_file	("/usr/include/file.h")
0x00000060:   DW_TAG_pointer_type
                DW_AT_type	(0x00000050 "_IO_FILE")
0x00000070:   DW_TAG_subprogram
                DW_AT_name	("length")
                DW_AT_decl_file	("/own/one.c")
                DW_AT_external	(true)
0x00000080:     DW_TAG_formal_parameter
                  DW_AT_name	("list")
                  DW_AT_type	(0x00000040 "const list_t *")
0x00000090:   DW_TAG_subprogram
                DW_AT_name	("print")
                DW_AT_decl_file	("/own/one.c")
                DW_AT_external	(true)
0x000000a0:     DW_TAG_formal_parameter
                  DW_AT_name	("to")
                  DW_AT_type	(0x00000060 "_IO_FILE *")
0x000000b0:   DW_TAG_subprogram
                DW_AT_name	("hidden")
                DW_AT_decl_file	("/own/one.c")
0x000000c0:     DW_TAG_formal_parameter
                  DW_AT_name	("list")
                  DW_AT_type	(0x00000040 "const list_t *")
'''


class Rule(unittest.TestCase):
    def test_functions_that_others_can_call_with_a_pointer_to_an_own_structure(self):
        self.assertEqual(entries.functions(DUMP, "/own"), ["length"])

    def test_offsets_belong_to_their_object(self):
        other = DUMP.replace("one.o", "two.o").replace("length", "size").replace("/own/one.h", "/usr/include/x.h")
        self.assertEqual(entries.functions(DUMP + other, "/own"), ["length"])

    def test_the_choice_is_spread_evenly(self):
        self.assertEqual(entries.chosen(list("abcdef"), 3), ["a", "c", "e"])
        self.assertEqual(entries.chosen(list("ab"), 3), ["a", "b"])


if __name__ == "__main__":
    unittest.main()
