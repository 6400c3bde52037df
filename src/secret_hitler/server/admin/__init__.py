"""Keep people at a server apart: reports, mutes, blocks, bans, forbidden words; one file holds it all and is the audit log."""
