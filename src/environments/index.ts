// Registry of environments by id. An environment's module is imported when its id is requested.

import type { NumericEnvironment } from "../core/environment.ts";
import { Library } from "../core/library.ts";
import type { BoundEntry } from "../core/registry.ts";
import type { Rule } from "../mechanisms/rule.ts";

/** The environments with the shipped and user-defined auction rules. */
export function environmentsOver(rules: readonly BoundEntry<Rule>[]): Library<BoundEntry<NumericEnvironment>> {
  return new Library<BoundEntry<NumericEnvironment>>("environment", {
    // The twenty environments of Coopetition-Gym v1, in the order of its four reports.
    "coopetition/trust-dilemma": async () => (await import("./coopetition/trust-worlds.ts")).trustDilemma,
    "coopetition/partner-hold-up": async () => (await import("./coopetition/trust-worlds.ts")).partnerHoldUp,
    "coopetition/platform-ecosystem": async () => (await import("./coopetition/trust-worlds.ts")).platformEcosystem,
    "coopetition/dynamic-partner-selection": async () =>
      (await import("./coopetition/standing-worlds.ts")).dynamicPartnerSelection,
    "coopetition/recovery-race": async () => (await import("./coopetition/trust-worlds.ts")).recoveryRace,
    "coopetition/synergy-search": async () => (await import("./coopetition/agreement-worlds.ts")).synergySearch,
    "coopetition/slcd": async () => (await import("./coopetition/trust-worlds.ts")).slcd,
    "coopetition/renault-nissan": async () => (await import("./coopetition/trust-worlds.ts")).renaultNissan,
    "coopetition/cooperative-negotiation": async () =>
      (await import("./coopetition/agreement-worlds.ts")).cooperativeNegotiation,
    "coopetition/reputation-market": async () => (await import("./coopetition/standing-worlds.ts")).reputationMarket,
    "coopetition/team-production": async () => (await import("./coopetition/team-worlds.ts")).teamProduction,
    "coopetition/loyalty-team": async () => (await import("./coopetition/team-worlds.ts")).loyaltyTeam,
    "coopetition/coalition-formation": async () => (await import("./coopetition/team-worlds.ts")).coalitionFormation,
    "coopetition/apache-project": async () => (await import("./coopetition/team-worlds.ts")).apacheProject,
    "coopetition/public-goods": async () => (await import("./coopetition/team-worlds.ts")).publicGoods,
    "coopetition/reciprocal-dilemma": async () =>
      (await import("./coopetition/reciprocal-worlds.ts")).reciprocalDilemma,
    "coopetition/gift-exchange": async () => (await import("./coopetition/reciprocal-worlds.ts")).giftExchange,
    "coopetition/indirect-reciprocity": async () =>
      (await import("./coopetition/reciprocal-worlds.ts")).indirectReciprocity,
    "coopetition/graduated-sanction": async () =>
      (await import("./coopetition/reciprocal-worlds.ts")).graduatedSanction,
    "coopetition/apple-app-store": async () => (await import("./coopetition/reciprocal-worlds.ts")).appleAppStore,
    // The simulator of the fourth report, in which agents may deviate from its rule.
    "coopetition/sequential-reciprocity": async () =>
      (await import("./coopetition/sequential-reciprocity.ts")).sequentialReciprocity,
    // The classic control tasks of Gymnasium, and its lander.
    "control/cart-pole": async () => (await import("./control/cart-pole.ts")).cartPole,
    "control/mountain-car": async () => (await import("./control/mountain-car.ts")).mountainCar,
    "control/mountain-car-continuous": async () => (await import("./control/mountain-car.ts")).mountainCarContinuous,
    "control/pendulum": async () => (await import("./control/pendulum.ts")).pendulum,
    "control/acrobot": async () => (await import("./control/acrobot.ts")).acrobot,
    "control/lunar-lander": async () => (await import("./control/lunar-lander.ts")).lunarLander,
    "control/peg-insertion": async () => (await import("./control/peg-insertion.ts")).pegInsertion,
    "control/vertical-lander": async () => (await import("./control/vertical-lander.ts")).verticalLander,
    // Pictures to be drawn.
    "pictures/points": async () => (await import("./pictures/points.ts")).points,
    "pictures/sprites": async () => (await import("./pictures/sprites.ts")).sprites,
    "pictures/embedded": async () => (await import("./pictures/embedded.ts")).embedded,
    "pictures/classes": async () => (await import("./pictures/classes.ts")).classes,
    "pictures/geo": async () => (await import("./pictures/geo.ts")).geo,
    "pictures/road": async () => (await import("./pictures/road.ts")).road,
    "pictures/clips": async () => (await import("./pictures/clips.ts")).clips,
    // Cars on roads.
    "driving/cut-in": async () => (await import("./driving/cut-in.ts")).cutIn,
    "driving/highway": async () => (await import("./driving/highway.ts")).highway,
    // Grid worlds in the style of MiniGrid and MiniHack.
    "gridworld/maze": async () => (await import("./gridworld/maze.ts")).maze,
    "gridworld/key-room": async () => (await import("./gridworld/key-room.ts")).keyRoom,
    "gridworld/corridors": async () => (await import("./gridworld/corridors.ts")).corridors,
    "gridworld/multi-room": async () => (await import("./gridworld/multi-room.ts")).multiRoom,
    "gridworld/noisy-tv": async () => (await import("./gridworld/maze.ts")).noisyTv,
    "gridworld/key-door-goal": async () => (await import("./gridworld/key-door-goal.ts")).keyDoorGoal,
    "gridworld/text-key-room": async () => (await import("./gridworld/key-room.ts")).textKeyRoom,
    "gridworld/objects": async () => (await import("./gridworld/object-world.ts")).objects,
    "gridworld/hidden-goal": async () => (await import("./gridworld/hidden-goal.ts")).hiddenGoal,
    "gridworld/pits": async () => (await import("./gridworld/pits.ts")).pits,
    "gridworld/boat-race": async () => (await import("./gridworld/boat-race.ts")).boatRace,
    "gridworld/cans": async () => (await import("./gridworld/cans.ts")).cans,
    "gridworld/side-effects": async () => (await import("./gridworld/side-effects.ts")).sideEffects,
    "gridworld/absent-supervisor": async () => (await import("./gridworld/absent-supervisor.ts")).absentSupervisor,
    "gridworld/tomatoes": async () => (await import("./gridworld/tomatoes.ts")).tomatoes,
    "gridworld/fuzzy-yard": async () => (await import("./gridworld/fuzzy-yard/world.ts")).fuzzyYardWorld,
    // Images with their right answers.
    "images/glyphs": async () => (await import("./images/glyphs.ts")).glyphs,
    // Finite processes with episodes.
    "tabular/four-rooms": async () => (await import("./tabular/process-worlds.ts")).fourRoomsWorld,
    "tabular/line-with-key": async () => (await import("./tabular/process-worlds.ts")).lineWithKeyWorld,
    "tabular/chain": async () => (await import("./tabular/process-worlds.ts")).chainWorld,
    // Bandits: stochastic or adversarial, with independent or structured arms, with immediate or delayed payoffs.
    "bandits/bernoulli": async () => (await import("./bandits/independent-arms.ts")).bernoulliBandit,
    "bandits/gaussian": async () => (await import("./bandits/independent-arms.ts")).gaussianBandit,
    "bandits/adversarial": async () => (await import("./bandits/independent-arms.ts")).adversarialBandit,
    "bandits/bernoulli-blocks": async () => (await import("./bandits/independent-arms.ts")).bernoulliBlocks,
    "bandits/map": async () => (await import("./bandits/map.ts")).mapBandit,
    "bandits/switching": async () => (await import("./bandits/switching.ts")).switchingBandit,
    "bandits/linear": async () => (await import("./bandits/linear.ts")).linearBandit,
    "bandits/contextual-linear": async () => (await import("./bandits/linear.ts")).contextualLinearBandit,
    "bandits/dynamical-linear": async () => (await import("./bandits/dynamical-linear.ts")).dynamicalLinearBandit,
    "bandits/advertising": async () => (await import("./bandits/advertising.ts")).advertisingBandit,
    "bandits/combinatorial": async () => (await import("./bandits/combinatorial.ts")).combinatorialBandit,
    "bandits/leaderboard": async () => (await import("./bandits/leaderboard.ts")).leaderboard,
    // Games with a winner, in which programs can also compete (`agon match`).
    "games/battlesnake": async () => (await import("./games/battlesnake/world.ts")).battlesnake,
    "games/chess": async () => (await import("./games/chess/world.ts")).chess,
    "games/gomoku": async () => (await import("./games/gomoku/world.ts")).gomoku,
    "games/figgie": async () => (await import("./games/figgie/world.ts")).figgie,
    "games/halite": async () => (await import("./games/halite/world.ts")).halite,
    "games/no-limit-holdem": async () => (await import("./games/no-limit-holdem/world.ts")).noLimitHoldem,
    "games/poker": async () => (await import("./games/poker/world.ts")).poker,
    "games/light-cycles": async () => (await import("./games/light-cycles/world.ts")).lightCyclesWorld,
    "games/mini-fighter": async () => (await import("./games/mini-fighter/world.ts")).miniFighterWorld,
    "games/grid-football": async () => (await import("./games/grid-football/world.ts")).gridFootballWorld,
    "games/evidence-debate": async () => (await import("./games/evidence-debate/world.ts")).evidenceDebateWorld,
    // Continuing processes, and environments played in pairs of episodes with an annotator who compares them.
    "continuing/river-swim": async () => (await import("./continuing/worlds.ts")).riverSwim.entry,
    "continuing/ring": async () => (await import("./continuing/worlds.ts")).ring.entry,
    "continuing/linear": async () => (await import("./continuing/worlds.ts")).linear.entry,
    "duels/random-process": async () => (await import("./duels/random-process.ts")).randomProcessDuels,
    "duels/preference-game": async () => (await import("./duels/preference-game.ts")).preferenceGameDuels,
    // Text environments, judged by programs.
    "language/sort": async () => (await import("./language/sort.ts")).sortWorld,
    "language/chain": async () => (await import("./language/chain.ts")).chainWorld,
    "language/sums": async () => (await import("./language/sums.ts")).sumsWorld,
    "language/calculator": async () => (await import("./language/calculator.ts")).calculatorWorld,
    "language/lookup": async () => (await import("./language/lookup.ts")).lookupWorld,
    "language/chat": async () => (await import("./language/chat.ts")).chatWorld,
    "language/program": async () => (await import("./language/program.ts")).programWorld,
    "language/tutor": async () => (await import("./language/tutor.ts")).tutorWorld,
    "language/critique": async () => (await import("./language/critique.ts")).critiqueWorld,
    "language/pair": async () => (await import("./language/pair.ts")).pairWorld,
    "language/questions": async () => (await import("./language/questions-world.ts")).questionsWorld,
    "language/shopping": async () => (await import("./language/shopping.ts")).shoppingWorld,
    "language/slides": async () => (await import("./language/slides.ts")).slidesWorld,
    "language/proposer": async () => (await import("./language/proposer.ts")).proposerWorld,
    "language/tape": async () => (await import("./language/tape.ts")).tapeWorld,
    "language/function": async () => (await import("./language/function.ts")).functionWorld,
    "language/olympiad": async () => (await import("./language/olympiad/world.ts")).olympiadWorld,
    // Teams: an orchestrator and its workers; an agent and its judge; a clinician whose decisions are debated.
    "team/fact-finding": async () => (await import("./team/fact-finding.ts")).factFinding,
    "team/judged-answer": async () => (await import("./team/judged-answer.ts")).judgedAnswer,
    "team/ward": async () => (await import("./team/ward.ts")).wardWorld,
    // Environments with tools that an agent may call before it answers.
    "tools/zoom": async () => (await import("./tools/zoom.ts")).zoomWorld,
    "tools/edit-and-compete": async () => (await import("./tools/edit-and-compete.ts")).editAndCompete,
    "tools/ticket-desk": async () => (await import("./tools/ticket-desk.ts")).ticketDesk,
    "tools/slide-deck": async () => (await import("./tools/slide-deck.ts")).slideDeck,
    "tools/repair-shop": async () => (await import("./tools/repair-shop/world.ts")).repairShop,
    // Environments in which items are sold or allocated from a limited supply.
    "markets/auction": async () => (await import("./markets/auction.ts")).auctionOver(rules),
    "markets/positions": async () => (await import("./markets/positions.ts")).positionsOver(rules),
    "markets/requests": async () => (await import("./markets/requests.ts")).requestsWorld,
    "markets/campaign": async () => (await import("./markets/campaign.ts")).campaignWorld,
    "markets/channels": async () => (await import("./markets/channels.ts")).channelsWorld,
    "markets/journeys": async () => (await import("./markets/journeys.ts")).customerJourneys,
    "markets/advice": async () => (await import("./markets/advice.ts")).adviceWorld,
    // Common resources.
    "commons/pool": async () => (await import("./commons/pool.ts")).pool,
    "commons/society": async () => (await import("./commons/society.ts")).society,
    // Messages that an audience votes on.
    "persuasion/adviser": async () => (await import("./persuasion/adviser.ts")).adviser,
    "persuasion/pitches": async () => (await import("./persuasion/pitches.ts")).pitches,
    // Pages that a recommender fills, and recommenders in a loop with their users.
    "recommender/page": async () => (await import("./recommender/page.ts")).page,
    "recommender/two-sources": async () => (await import("./recommender/two-sources.ts")).twoSources,
    // Marketplaces on which assistants shop for customers.
    "marketplace/selling": async () => (await import("./marketplace/selling.ts")).selling,
    "marketplace/talk": async () => (await import("./marketplace/talk.ts")).talk,
    "marketplace/shopping": async () => (await import("./marketplace/shopping.ts")).shopping,
    // Contracts: agents with unobserved effort, paid for their reports.
    "contracts/inspectors": async () => (await import("./contracts/inspectors.ts")).inspectors,
    "contracts/employer": async () => (await import("./contracts/employer.ts")).employer,
    "contracts/principal": async () => {
      const [{ principalOver }, { linearPrograms }] = await Promise.all([
        import("./contracts/principal.ts"),
        import("../math/linear-program.ts"),
      ]);
      return principalOver(await linearPrograms());
    },
    // Matching environments, with sequential allocation.
    "matching/impressions": async () => (await import("./matching/impressions.ts")).matchingImpressions,
    "matching/offers": async () => (await import("./matching/offers.ts")).matchingOffers,
    // Recorded episodes.
    "recorded/episodes": async () => (await import("./recorded/episodes.ts")).recordedEpisodes,
    // How far a learnt reward may be trusted.
    "overoptimisation/rounds": async () => (await import("./overoptimisation/rounds.ts")).rounds,
    // Contest problems that are like older ones, and stages of a search.
    "retrieval/problems": async () => (await import("./retrieval/problems.ts")).retrievalProblems,
    "retrieval/pipeline": async () => (await import("./retrieval/pipeline.ts")).pipeline,
    // Decisions about people, with fairness auditors.
    "fairness/lending": async () => (await import("./fairness/lending.ts")).lending,
  });
}

export const environments = environmentsOver([]);
