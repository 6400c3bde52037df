"""Notifications: Web Push for players whose page is closed, and webhooks for groups with tools of their own."""
