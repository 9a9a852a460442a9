// Functions come in the order of the text.
{
    function t_uint256_$_t_address() -> b { }
    function c() -> b { }
    pop(t_uint256_$_t_address())
    pop(c())
}
