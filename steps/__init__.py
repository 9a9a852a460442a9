"""The optimiser steps, one module each."""
