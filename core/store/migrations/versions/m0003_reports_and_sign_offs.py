"""The last report on a tree, and people's word that it is right."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("tree_id", sa.Integer, sa.ForeignKey("trees.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("suspect", sa.Integer, nullable=False),
    )
    op.create_table(
        "sign_offs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tree_id", sa.Integer, sa.ForeignKey("trees.id", ondelete="CASCADE"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("who", sa.String(200), sa.ForeignKey("people.name"), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("sign_offs_of_tree", "sign_offs", ["tree_id"])


def downgrade() -> None:
    op.drop_index("sign_offs_of_tree", "sign_offs")
    op.drop_table("sign_offs")
    op.drop_table("reports")
