"""How people at a server are kept apart: reports, mutes, blocks, bans, words; kept in one file that is also the audit log."""
