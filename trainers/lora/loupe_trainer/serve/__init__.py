"""Serves base models and the adapters of the model folder with OpenAI's chat completions."""
