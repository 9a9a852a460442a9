"""Mutants of tables of selectors after the code, and of what the prover knows about them."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_hash: Final = suite_mutants(
    "assembly.beyond.hash_and_displace", "assembly/beyond/test_key_tables::test_"
)
_tables: Final = suite_mutants("assembly.beyond.key_tables", "assembly/beyond/test_key_tables::")
_writer: Final = suite_mutants("assembly.beyond.table_writer", "assembly/beyond/test_key_tables::")
_assembler: Final = suite_mutants("assembly.assembler", "assembly/beyond/test_key_tables::test_")
_relaxed: Final = suite_mutants(
    "assembly.branch_relaxation", "assembly/beyond/test_key_tables::test_"
)
_widths: Final = suite_mutants("assembly.sizes", "assembly/beyond/test_key_tables::test_")
_cases: Final = suite_mutants("prover.case_analysis", "test_case_analysis::test_")
_bytes: Final = suite_mutants("checker.semantics", "checker/test_key_tables::test_")

_SAME: Final = "test_dispatchers_find_the_same"
_UNUSED: Final = "test_searches_without_a_table_of_selectors"

KEY_TABLES: Final = (
    _hash(
        "keys of one group may have one slot",
        "        if len(set(remainders)) < len(remainders):\n            return None\n",
        "",
        "each_key_has_a_slot_and_few_are_empty",
    ),
    _hash(
        "groups do not see each other",
        "            taken[(one + shift) % slots] = True\n",
        "            pass\n",
        "each_key_has_a_slot_and_few_are_empty",
    ),
    _hash(
        "a displacement is added alone",
        "        word += (shift - word) % slots\n",
        "        word += shift\n",
        "each_key_has_a_slot_and_few_are_empty",
    ),
    _tables(
        "values may have any number of bits",
        "    return is_shift and isinstance(bits, Push) and bits.value >= WORD_BITS - _KEY_BITS\n",
        "    return is_shift and isinstance(bits, Push)\n",
        "test_values_of_more_bits_are_compared",
    ),
    _tables(
        "keys may have any number of bits",
        " or max(keys, default=0) >> _KEY_BITS:",
        ":",
        _UNUSED,
    ),
    _tables(
        "memory keeps the entry",
        '        Push(0),\n        Push(0),\n        instruction("mstore"),\n',
        "",
        _SAME,
    ),
    _tables(
        "memory may have been used by anything but stores",
        "        address = items[index - 1] if item.opcode == MSTORE and index else None\n",
        "        if item.opcode != MSTORE:\n            continue\n"
        "        address = items[index - 1] if index else None\n",
        _UNUSED,
    ),
    _tables(
        "unknown addresses are not the first word",
        "        if not isinstance(address, Push) or address.value < WORD_BYTES:\n",
        "        if isinstance(address, Push) and address.value < WORD_BYTES:\n",
        _UNUSED,
    ),
    _tables(
        "only the block itself uses memory",
        "                if not _leaves_first_word(other.body):\n",
        "                if not _leaves_first_word([]):\n",
        _UNUSED,
    ),
    _writer(
        "other values find an entry on the stack",
        """        block.body = [instruction("pop")]\n        block.next = self._keeping(way)\n""",
        "        block.next = self._keeping(way)\n",
        _SAME,
    ),
    _writer(
        "an empty entry is the first one",
        "            keys[function.slot(key)] = key\n",
        "            keys[function.slot(key) % (function.slots - 1)] = key\n",
        _SAME,
    ),
    _assembler(
        "objects come before tables",
        "        self._append_tables()\n        self._append_objects()\n",
        "        self._append_objects()\n        self._append_tables()\n"
        "        self._result = self._result[:-1]\n",
        "tables_come_before_objects_and_data",
    ),
    _assembler(
        "an entry starts the word that is read",
        "len(self._result) - TABLE_MARGIN, LABEL_BYTES)",
        "len(self._result), LABEL_BYTES)",
        "tables_come_before_objects_and_data",
    ),
    _assembler(
        "tables follow placeholders at any distance",
        "            self._result += bytes(max(missing, 0))\n",
        "",
        "the_word_with_the_first_entry_has_no_placeholder",
    ),
    _relaxed(
        "tables are in the code",
        "                    fixed -= item.table_bytes\n",
        "",
        "labels_after_a_table_are_as_short_as_before",
    ),
    _widths(
        "a table follows the code at once",
        "margin = TABLE_MARGIN if any(isinstance(item, PushTable) for item in items) else 0",
        "margin = 0",
        "offsets_fit_although_a_table_is_at_a_distance_from_the_code",
    ),
    _cases(
        "an entry is found by any word that is equal",
        "            if place is words.terms.constant(value)\n",
        "",
        "tables_with_some_wrong_entries",
    ),
    _cases(
        "any word chooses its entry",
        "        if not all(place is not None and place.is_constant for place in places):\n",
        "        if any(key is None for key in keys):\n",
        "tables_with_some_wrong_entries",
    ),
    _cases(
        "a remainder has one value more",
        "        return list(range(word.args[1].value))\n",
        "        return list(range(word.args[1].value - 1))\n",
        "tables_with_some_wrong_entries",
    ),
    _cases(
        "the condition that a word is its entry is that it is not",
        "    return condition if found is None else found\n",
        "    return condition if found is None else words.is_zero(found)\n",
        "tables_with_some_wrong_entries",
    ),
    _bytes(
        "the first of few offsets is read",
        "            result = self._graph.choices.choose(condition, word, result)\n",
        "            result = word\n",
        "a_table_of_selectors_is_followed",
    ),
)
