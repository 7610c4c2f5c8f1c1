"""What tools/page.py is made of. source.py reads a lesson, markdown.py and
colour.py turn its prose and its code into HTML, web.py puts the page together
and plain.py writes the same as Markdown. Read source.py first.
"""
