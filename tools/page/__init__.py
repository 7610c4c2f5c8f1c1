"""What tools/page.py is made of. source.py reads a lesson, markdown.py and
colour.py turn its prose and its code into HTML, web.py puts the page together,
plain.py writes the same as Markdown, and links.py knows where they may link
to. Read source.py first.
"""
