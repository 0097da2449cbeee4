"""Boards that tables lie on are kept longer than those that were only looked at"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("boards", sa.Column("at_table", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("boards", "at_table")
