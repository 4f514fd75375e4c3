"""Training: from annotated abstracts to the model that ships."""
