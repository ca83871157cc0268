"""What ends a job: a sentence for people that says what happened and what to do."""


class Problem(Exception):
    """The job cannot go on. The message is shown on the job's page."""
