"""The compilation driver: the options of a build, and the calls that all front ends share."""
