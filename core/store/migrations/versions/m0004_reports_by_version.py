"""Reports by version: that on the draft stays beside the latest. Reports are made again when missed: none is carried over."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def _create(*, by_version: bool) -> None:
    op.create_table(
        "reports",
        sa.Column("tree_id", sa.Integer, sa.ForeignKey("trees.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False, primary_key=by_version, autoincrement=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("suspect", sa.Integer, nullable=False),
    )


def upgrade() -> None:
    op.drop_table("reports")
    _create(by_version=True)


def downgrade() -> None:
    op.drop_table("reports")
    _create(by_version=False)
