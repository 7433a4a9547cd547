"""Runs migrations on the connection that `core.store.database` hands over."""

from alembic import context

from core.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
