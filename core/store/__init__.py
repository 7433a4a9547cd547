"""The store: documents, their trees, and every edit made to them. The only room that imports SQLAlchemy.

store = Store(folder)                                  # SQLite below `folder`; or Store(folder, url="postgresql://...")
document, is_new = store.add_document(data, "paper.pdf")
tree_id = store.add_tree(document.sha256, tree, Origin.ENGINE)
state = store.append(tree_id, Retitle(node="n1", title="Methods"), who="Ada", base_version=0)
state = store.undo(tree_id, who="Ada", base_version=state.version)
"""

from core.store.model import Document, Event, LoggedEdit, Origin, Overview, SignOff, StoredTree, TreeState
from core.store.store import Store, default_folder

__all__ = [
    "Document",
    "Event",
    "LoggedEdit",
    "Origin",
    "Overview",
    "SignOff",
    "Store",
    "StoredTree",
    "TreeState",
    "default_folder",
]
