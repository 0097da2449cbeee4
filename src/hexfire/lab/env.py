"""A PettingZoo environment of the Folio game, for people who train learners.

An action is a number: the position in the list of legal actions (`action_mask` tells how long the
list is, up to `ACTIONS`; a longer list is cut, which can only happen with very large attacks). An
observation is a fixed-size array of numbers about hexes, and the mask.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, Phase, State
from hexfire.folio.actions import Action

ACTIONS = 4096
PLANES = 8
"""Own attack, defence, movement; enemy attack, defence, movement; objective points; holder."""
EXTRAS = 8


class FolioEnv(AECEnv):  # type: ignore[misc]
    """Two agents, the two seats of a scenario; rewards at the end: +1, -1, or 0 for a draw."""

    metadata: ClassVar = {
        "render_modes": ["ansi"],
        "name": "hexfire_folio_v1",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str = "tutorial",
        rules: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._rules = dict(rules or {})
        self.render_mode = render_mode
        self._scenario_name = scenario
        self._game = Folio()
        self._state = self._game.setup(scenario, self._rules)
        self._scenario = self._game.scenario(self._state)
        self.possible_agents = list(self._scenario.seats)
        size = len(self._scenario.labels)
        observation = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(
                    -1000, 1000, (PLANES * size + EXTRAS,), np.float32
                ),
                "action_mask": gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(ACTIONS) for agent in self.possible_agents
        }
        self._seed = 0

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        # `options` is PettingZoo's; the rules of a game are fixed when the environment is made.
        if seed is not None:
            self._seed = seed
        self._source = seeded(self._seed)
        self._seed += 1
        self._state = self._game.setup(self._scenario_name, self._rules)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._legal: list[Action] | None = None
        self.agent_selection = self._game.to_act(self._state)[0]

    def legal(self) -> list[Action]:
        """The legal actions of the agent that is to act, by number."""
        if self._legal is None:
            menu = self._game.menu(self._state, self.agent_selection)
            self._legal = [menu[i] for i in range(min(len(menu), ACTIONS))]
        return self._legal

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        assert action is not None
        chosen = self.legal()[int(action)]
        dice = Dice((), self._source)
        self._state, _ = self._game.apply(self._state, agent, chosen, dice)
        self._legal = None
        outcome = self._game.outcome(self._state)
        if outcome is not None:
            for seat in self.agents:
                won = seat in outcome.winners
                self.rewards[seat] = 1.0 if won else -1.0 if outcome.winners else 0.0
                self.terminations[seat] = True
        else:
            self.agent_selection = self._game.to_act(self._state)[0]
        self._accumulate_rewards()
        if self.render_mode == "ansi":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        mask = np.zeros(ACTIONS, np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[: len(self.legal())] = 1
        seat = self.possible_agents.index(agent)
        return {"observation": observation(self._game, self._state, seat), "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        state = self._state
        return f"turn {state.turn} {Phase(state.phase).name.lower()} {self.agent_selection}"

    def close(self) -> None:
        """Nothing to let go of."""


def observation(game: Folio, state: State, side: int) -> NDArray[np.float32]:
    """What a side may know, as numbers: planes of hexes, then turn, phase, markers, points."""
    at = game.at(state)
    scenario = at.scenario
    size = len(scenario.labels)
    planes = np.zeros((PLANES, size), np.float32)
    for unit, hex in enumerate(state.places):
        if hex >= 0:
            first = 0 if scenario.units[unit].side == side else 3
            planes[first : first + 3, hex] = at.strength(unit)
    for objective, holder in zip(scenario.victory.objectives, state.holders, strict=True):
        planes[6, objective.hex] = max(objective.points)
        planes[7, objective.hex] = 0 if holder < 0 else 1 if holder == side else -1
    public = scenario.options.markers_public
    extras = np.array(
        [
            state.turn,
            len(scenario.turns),
            state.phase,
            1 if state.player == side else -1,
            state.hands[side].bit_count(),
            state.hands[1 - side].bit_count() if public else -1,
            0 if state.combat is None else 1,
            0 if state.pending is None else 1,
        ],
        np.float32,
    )
    return np.concatenate([planes.ravel(), extras])
