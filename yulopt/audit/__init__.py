"""Whether a build of stock solc was miscompiled: its bytes made again, and proven."""
