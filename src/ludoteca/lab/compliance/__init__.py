"""Whether a program keeps to the bot protocol: levels from its start to what it does with lines it cannot know.

for outcome in check_program("python3 my_bot.py"):
    print(outcome.level, outcome.step, outcome.passed, outcome.detail)
"""

from ludoteca.lab.compliance.run import Outcome, check_program

__all__ = ["Outcome", "check_program"]
