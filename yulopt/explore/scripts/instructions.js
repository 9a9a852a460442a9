// The instructions of the final code, and what each leaves on the stack.

const ROW_NUMBERS = 5;
const MOST_STACK_TEXT = 42;
const MOST_SLOTS = 6;

/** `{offset, bytes, text, gas, pops, pushes, place, title}` for each; `title` is that of a function. */
function instructionsOf({ text, content, rows }) {
  const instructions = [];
  let title = "";
  let offset = 0;
  for (const line of text.split("\n")) {
    if (!line) continue;
    if (line.startsWith(FUNCTION_MARK)) {
      title = line.slice(FUNCTION_MARK.length);
      continue;
    }
    const start = instructions.length * ROW_NUMBERS;
    const [size, gas, pops, pushes, place] = rows.slice(start, start + ROW_NUMBERS);
    const bytes = content.slice(2 * offset, 2 * (offset + size));
    instructions.push({ offset, bytes, text: line.trim(), gas, pops, pushes, place, title });
    offset += size;
    title = "";
  }
  return instructions;
}

const brief = (text) => (text.length > MOST_STACK_TEXT ? `${text.slice(0, MOST_STACK_TEXT - 1)}…` : text);
const isLabel = ({ text }) => text.endsWith(":");

/**
 * The stack after each instruction, the top first, in words that the instructions since the start of
 * the block have put there. What was there before is `↓1`, `↓2`, ..., counted from the top.
 */
function stacksOf(instructions) {
  let stack = [];
  let below = 0;
  const pop = () => stack.pop() ?? `↓${++below}`;
  const reach = (count) => {
    while (stack.length < count) stack.unshift(`↓${++below}`);
  };
  return instructions.map((instruction) => {
    const { text, bytes, gas, pops, pushes } = instruction;
    const [name, ...rest] = text.split(" ");
    const number = Number(name.match(/\d+$/)?.[0]);
    if (isLabel(instruction) || gas < 0) {
      stack = [];
      below = 0;
    } else if (name.startsWith("DUP")) {
      reach(number);
      stack.push(stack.at(-number));
    } else if (name.startsWith("SWAP")) {
      reach(number + 1);
      const top = stack.length - 1;
      [stack[top], stack[top - number]] = [stack[top - number], stack[top]];
    } else if (name.startsWith("PUSH")) {
      const symbol = rest.join(" ").replace(/ *\/\/.*/, "");
      stack.push(brief(symbol || (bytes.length > 2 ? `0x${bytes.slice(2)}` : "0")));
    } else {
      const taken = Array.from({ length: pops }, pop);
      if (pushes) stack.push(brief(`${name.toLowerCase()}${pops ? `(${taken.join(", ")})` : "()"}`));
    }
    return stack.toReversed();
  });
}

/** The stack as text, with the slots that lie deeper counted. */
function stackText(stack) {
  const shown = stack.slice(0, MOST_SLOTS).join(" | ");
  return stack.length > MOST_SLOTS ? `${shown} | … ${stack.length - MOST_SLOTS} more` : shown;
}
