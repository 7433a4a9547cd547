"""Every error that treeproof raises on purpose.

    TreeproofError                  something a person can read and act on; `str(error)` is the message
    ├── DocumentError               a PDF cannot be read; carries `.name` (the document)
    │   ├── NotAPdf                 the bytes are no PDF
    │   ├── EmptyFile               zero bytes
    │   ├── DamagedPdf              truncated or broken beyond repair
    │   ├── NoPages                 a PDF of zero pages
    │   ├── PasswordNeeded          encrypted, and no (or a wrong) password was given
    │   ├── FileTooLarge            more bytes than `Limits.max_bytes`
    │   ├── TooManyPages            more pages than `Limits.max_pages`
    │   ├── ReaderCrashed           the reading process died on this document
    │   ├── ReaderTimedOut          the reading process was stopped at its time limit
    │   └── ReaderOutOfMemory       the reading process met its memory limit
    ├── TreeError                   a value is no tree at all
    │   ├── RepeatedId              two nodes share an id
    │   ├── TooDeep                 nested deeper than `MAX_DEPTH`
    │   ├── TooManyNodes            more nodes than `MAX_NODES`
    │   └── TooLargeToCompare       two trees differ over too many nodes
    ├── EditError                   an edit does not apply to this tree
    │   ├── NoSuchNode              the node it names is not there
    │   └── ImpossibleEdit          it would not leave a tree (a node moved below itself, a level skipped ...)
    ├── FormatError                 a file is none of the formats known, or breaks its own format
    ├── StoreError                  the database cannot do what was asked
    │   ├── UnknownDocument         no such document is stored
    │   ├── UnknownTree             no such tree is stored
    │   └── StaleVersion            the tree was changed by somebody else since it was loaded
    ├── ModelError                  a language model did not do what was asked; carries `.model`
    │   ├── ModelRefused            the provider turns the request down for good (key, name of the model, rights, credit)
    │   ├── ModelUnavailable        down, overloaded or silent, after all attempts
    │   ├── PromptTooLong           the model's context cannot hold what was sent
    │   ├── AnswerUnusable          answers came, and none could be read
    │   └── CeilingReached          a ceiling on calls, tokens, money or time ends the work
    ├── Cancelled                   somebody asked to stop
    └── SettingsError               a setting is wrong, or two contradict each other

Each message names the document, page or node concerned, says what is wrong, and what to do next.
"""

from __future__ import annotations


def readable(name: str) -> str:
    """A file's name as text that can be shown and written anywhere: half characters become replacement marks.

    Python has such for the bytes of a name that are not UTF-8, and Windows allows them.
    """
    return name.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class TreeproofError(Exception):
    """Base of all errors that are for people to read."""


class DocumentError(TreeproofError):
    """A PDF cannot be read. `name` is the document as the user knows it."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message

    def __reduce__(self) -> tuple[type[DocumentError], tuple[str, str]]:
        return type(self), (self.name, self.message)


class NotAPdf(DocumentError):
    """The bytes do not hold a PDF."""


class EmptyFile(DocumentError):
    """The file has no bytes."""


class DamagedPdf(DocumentError):
    """The file starts like a PDF and cannot be repaired."""


class NoPages(DocumentError):
    """The PDF has no pages."""


class PasswordNeeded(DocumentError):
    """The PDF is encrypted; no password, or a wrong one, was given."""


class FileTooLarge(DocumentError):
    """The file is larger than the limit in force."""


class TooManyPages(DocumentError):
    """The PDF has more pages than the limit in force."""


class ReaderCrashed(DocumentError):
    """The process that reads PDFs died on this document."""


class ReaderTimedOut(DocumentError):
    """The process that reads PDFs was stopped at its time limit."""


class ReaderOutOfMemory(DocumentError):
    """The process that reads PDFs met its memory limit."""


class TreeError(TreeproofError):
    """A value cannot be a tree."""


class RepeatedId(TreeError):
    """Two nodes of one tree have the same id."""

    def __init__(self, node_id: str) -> None:
        super().__init__(f"Two nodes have the id {node_id!r}. Give each node an id of its own.")
        self.node_id = node_id


class TooDeep(TreeError):
    """The tree is nested more deeply than is allowed."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The tree is nested more than {limit} levels deep. Flatten its lowest levels.")
        self.limit = limit


class TooManyNodes(TreeError):
    """The tree has more nodes than is allowed."""

    def __init__(self, count: int, limit: int) -> None:
        super().__init__(f"The tree has {count} nodes; {limit} are allowed. Split the document or drop its lowest level.")
        self.count = count
        self.limit = limit


class TooLargeToCompare(TreeError):
    """Two trees differ in so many nodes that they cannot be laid on each other."""

    def __init__(self, left: int, right: int) -> None:
        super().__init__(f"The trees differ over {left} and {right} sections: too many to compare. Compare a part of them.")


class EditError(TreeproofError):
    """An edit cannot be applied to the tree at hand."""


class NoSuchNode(EditError):
    """The edit names a node that the tree does not hold."""

    def __init__(self, node_id: str) -> None:
        super().__init__(f"No section has the id {node_id!r}. It may have been deleted: reload the tree.")
        self.node_id = node_id


class ImpossibleEdit(EditError):
    """The edit would leave something that is no tree."""


class FormatError(TreeproofError):
    """A file is none of the formats known, or breaks the rules of its own."""


class StoreError(TreeproofError):
    """The store cannot do what was asked."""


class UnknownDocument(StoreError):
    """The store holds no such document."""

    def __init__(self, sha256: str) -> None:
        super().__init__(f"No document {sha256[:12]} is stored here. Upload it again.")
        self.sha256 = sha256


class UnknownTree(StoreError):
    """The store holds no such tree."""

    def __init__(self, tree_id: int) -> None:
        super().__init__(f"No tree {tree_id} is stored here. It may have been deleted: open the document again.")
        self.tree_id = tree_id


class StaleVersion(StoreError):
    """An edit was made on a version of the tree that is no longer the latest; nothing was stored."""

    def __init__(self, tree_id: int, base: int, latest: int) -> None:
        super().__init__("This tree was changed elsewhere meanwhile, so your edit was not made. Reload the tree and repeat it.")
        self.tree_id = tree_id
        self.base = base
        self.latest = latest


class ModelError(TreeproofError):
    """A language model did not do what was asked. `model` is its name as given in the settings."""

    def __init__(self, model: str, message: str) -> None:
        super().__init__(f"{model}: {message}")
        self.model = model
        self.message = message

    def __reduce__(self) -> tuple[type[ModelError], tuple[str, str]]:
        return type(self), (self.model, self.message)


class ModelRefused(ModelError):
    """The provider turns the request down, and would again: a wrong key or name, no rights, no credit."""


class ModelUnavailable(ModelError):
    """The provider is down, overloaded or silent, after every attempt that is allowed."""


class PromptTooLong(ModelError):
    """The model's context cannot hold the request."""


class AnswerUnusable(ModelError):
    """Answers came, and none of them could be read."""


class CeilingReached(ModelError):
    """A ceiling on calls, tokens, money or time is reached: no further call is made for this document."""


class Cancelled(TreeproofError):
    """The work was stopped because somebody asked for it."""

    def __init__(self, message: str = "The work was stopped on request. What was stored before is as it was.") -> None:
        super().__init__(message)


class SettingsError(TreeproofError):
    """A setting is wrong, or contradicts another."""
