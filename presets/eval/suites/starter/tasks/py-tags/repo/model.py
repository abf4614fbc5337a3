from dataclasses import dataclass


@dataclass
class Note:
    number: int
    text: str
