// A function that is never called has no code.
{
    function a() -> b { }
}
