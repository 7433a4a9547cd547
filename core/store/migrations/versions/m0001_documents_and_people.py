"""Documents and people."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "documents",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("pages", sa.Integer),
        sa.Column("added", sa.DateTime, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("since", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("people")
    op.drop_table("documents")
