"""Finding people by name."""


def search(people, wanted):
    """The names that contain what is wanted, in the order of `people`."""
    return [name for name in people if wanted in name]
