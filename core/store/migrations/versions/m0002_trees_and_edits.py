"""Trees and the log of their edits."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "trees",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("sha256", sa.String(64), sa.ForeignKey("documents.sha256", ondelete="CASCADE"), nullable=False),
        sa.Column("origin", sa.String(20), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("producer", sa.Text, nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("drafted", sa.Text, nullable=False),
        sa.Column("current", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("nodes", sa.Integer, nullable=False),
        sa.Column("reviewed", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("trees_of_document", "trees", ["sha256"])
    op.create_table(
        "edits",
        sa.Column("tree_id", sa.Integer, sa.ForeignKey("trees.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event", sa.String(10), nullable=False),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("edit", sa.Text),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("who", sa.String(200), sa.ForeignKey("people.name"), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("edits")
    op.drop_index("trees_of_document", "trees")
    op.drop_table("trees")
