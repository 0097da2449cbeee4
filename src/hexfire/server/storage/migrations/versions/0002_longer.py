"""Room for an agreement in one line"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _resize(80, 400)


def downgrade() -> None:
    _resize(400, 80)


def _resize(old: int, new: int) -> None:
    if op.get_bind().dialect.name == "sqlite":
        return  # it keeps no lengths
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.alter_column(
            "scenario_name",
            existing_type=sa.String(length=old),
            type_=sa.String(length=new),
            existing_nullable=False,
        )
