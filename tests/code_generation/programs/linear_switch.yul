// evm-version: homestead
// After the last case comes the end of the switch.
{
    switch 0
    case 0x06 { }
}
