"""What a seat sees and says, as numbers: one meaning for the kernel, the environments and the networks."""
