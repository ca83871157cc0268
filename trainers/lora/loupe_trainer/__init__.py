"""Trains LoRA adapters on trajectories with rewards, as a runner of Loupe's training jobs, and serves them."""

__version__ = "0.1.0"
