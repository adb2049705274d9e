"""Measuring players of connect four by positions whose values are known."""
