#!/usr/bin/env python3
"""Writes the two tables of products of docs/tour-cli.md: searches with graded products, and new searches without grades.

    tools/make_products.py FOLDER      docs/data holds what it wrote

The grade grows with the text score, the taste for the brand and the rating, and falls the further the price is from the usual one; brands
weigh as much as the text."""
import csv
import math
import pathlib
import random
import sys

BRANDS = ["Acme", "Bolt & Co", "Élan", "Zoë, Ltd", "\"Nord\" 1893", "Kumo 雲", "Pine", "Rook", "Tern", "Vale", "Wren", "Yarrow"]
CATEGORIES = {"shoes": 60, "lamp": 35, "tent": 180, "mug": 9, "drill": 110, "scarf": 25}
COLUMNS = ["query", "product_id", "brand", "category", "price", "views", "rating", "text_score", "grade"]


def products(draw, query, category, taste, first):
    for number in range(10):
        brand, price = draw.choice(BRANDS), CATEGORIES[category] * math.exp(draw.gauss(0, 0.6))
        kind = category if draw.random() < 0.85 else draw.choice(sorted(CATEGORIES))
        text, rating = draw.gauss(5, 2), min(5.0, max(1.0, draw.gauss(3.8, 0.7)))
        views = int(math.exp(draw.gauss(6, 2)))
        liking = 0.5 * (text - 5) + taste[brand] + 0.6 * (rating - 3.8) - 1.5 * abs(math.log(price / CATEGORIES[category])) + 0.75 + draw.gauss(0, 0.6)
        grade = (liking > 0.4) + (liking > 1.5) if kind == category else 0
        yield [query, f"P{first + number}", brand, kind, f"{price:.2f}", views, "" if draw.random() < 0.2 else f"{rating:.1f}", f"{text:.2f}", grade]


def write(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([columns, *(row[:len(columns)] for row in rows)])


def main():
    folder, draw = pathlib.Path(sys.argv[1]), random.Random(1)
    taste = {brand: draw.gauss(0, 1.2) for brand in BRANDS}
    adjectives = ["red", "cheap", "light", "large", "best", "blue", "small", "warm", "new", "gift", "kids", "travel", "classic", "green", "black",
                  "white", "strong", "soft", "outdoor", "indoor"]
    searches = [f"{adjective} {category}" for adjective in adjectives for category in CATEGORIES]
    draw.shuffle(searches)
    rows = [list(products(draw, query, query.split()[1], taste, 1000 + 10 * place)) for place, query in enumerate(searches)]
    write(folder / "products.csv", COLUMNS, [row for query in rows[:100] for row in query])
    new = [row for query in rows[100:105] for row in query]
    new[0][2] = new[7][2] = "Quill"  # a brand that no graded product has
    write(folder / "new-products.csv", COLUMNS[:-1], new)


if __name__ == "__main__":
    main()
