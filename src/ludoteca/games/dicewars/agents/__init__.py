"""The players of dicewars that search: xklism and warlord."""
