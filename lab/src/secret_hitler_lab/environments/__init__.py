"""The game behind the interfaces of learners: PettingZoo, Gymnasium, OpenSpiel and text."""
