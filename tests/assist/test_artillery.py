"""A fire mission step by step, through the services."""

from __future__ import annotations

import msgspec
import pytest

from hexfire.asl.artillery.state import Device
from hexfire.asl.sequence import Phase
from hexfire.assist.artillery import mission
from hexfire.assist.artillery.records import Battery, Record, something_to_do


def new_record() -> Record:
    battery = Battery(name="A", side="german", nation="german", caliber=100, observer="8-1")
    return Record.new(mission.one_battery(battery, "soviet"))


def with_device(record: Record, device: Device) -> Record:
    states = tuple(msgspec.structs.replace(one, device=device) for one in record.table.states)
    return msgspec.structs.replace(
        record, table=msgspec.structs.replace(record.table, states=states)
    )


@pytest.mark.rule("C1.22")
def test_the_next_phase_with_something_to_do_may_be_the_rally_phase() -> None:
    whole = new_record()
    while whole.table.clock.phase is not Phase.CCPH:
        whole = mission.next_phase(whole).record
    phases = []
    for record in (whole, with_device(whole, Device.BROKEN)):
        found = mission.next_phase(record, to_fire=True).record
        phases.append(found.table.clock.phase)
        assert something_to_do(found)
    assert phases[0] is not Phase.RPH  # nothing to repair: on to a fire phase
    assert phases[1] is Phase.RPH  # a broken radio may be repaired there
