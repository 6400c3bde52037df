"""Many games at once: simulation, statistics and environments for learners."""
