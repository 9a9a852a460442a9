// evm-version: london
// What is called prevrandao later, and what is next to it.
{ sstore(difficulty(), gaslimit()) }
