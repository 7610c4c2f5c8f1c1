"""What ./lab is made of, one idea per module; tools/lab.py picks the command.

Read cli.py for the options, then run.py, which uses most of the others.
"""
