"""Uploaded boards for all processes; folded names may be longer than the names"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    with op.batch_alter_table("accounts") as accounts:
        accounts.alter_column(
            "name_key", existing_type=sa.String(length=40), type_=sa.String(length=160)
        )


def downgrade() -> None:
    op.drop_table("boards")
