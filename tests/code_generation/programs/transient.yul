// Instructions that are easily exchanged, and a guard of memory.
{
    mstore(64, memoryguard(0x80))
    tstore(0, tload(1))
    mcopy(0, 1, 2)
    codecopy(3, 4, 5)
    calldatacopy(6, 7, 8)
    sstore(blobbasefee(), prevrandao())
}
