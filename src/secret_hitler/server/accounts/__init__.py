"""What people keep on a server between games: their page, their passkeys, their ratings."""
