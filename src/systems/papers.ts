// The paper of every system. Authors are those that the project's sources name; where they name none, none stand here.

import { onArxiv, type Paper } from "../study/paper.ts";

const COOPETITION = "Computational Foundations for Strategic Coopetition";
const GYM = onArxiv(
  "2605.02063",
  "Coopetition-Gym v1: A Formally Grounded Platform for Mixed-Motive Multi-Agent Reinforcement Learning under Strategic Coopetition",
  "Pant, Yu",
);

/** Papers by the id of the system. */
export const papers: Readonly<Record<string, Paper>> = {
  "coopetition-interdependence": onArxiv(
    "2510.18802",
    `${COOPETITION}: Formalizing Interdependence and Complementarity`,
    "Pant, Yu",
  ),
  "coopetition-trust": onArxiv("2510.24909", `${COOPETITION}: Formalizing Trust and Reputation Dynamics`, "Pant, Yu"),
  "coopetition-loyalty": onArxiv("2601.16237", `${COOPETITION}: Formalizing Collective Action and Loyalty`, "Pant, Yu"),
  "coopetition-reciprocity": onArxiv(
    "2604.01240",
    `${COOPETITION}: Formalizing Sequential Interaction and Reciprocity`,
    "Pant, Yu",
  ),
  "coopetition-gym": GYM,
  "coopetition-learners": GYM,
  "policy-cliff": onArxiv(
    "2507.20150",
    "The Policy Cliff: A Theoretical Analysis of Reward-Policy Maps in Large Language Models",
    "Xu",
  ),
  "average-reward": onArxiv(
    "2404.12648",
    "Sample-efficient Learning of Infinite-horizon Average-reward MDPs with General Function Approximation",
    "He, Zhong, Yang",
    "ICLR 2024",
  ),
  "reward-design": {
    title: "Reward Design for Reinforcement Learning Agents",
    authors: ["Devidze"],
    year: 2025,
    arxiv: null,
  },
  "behavior-alignment": onArxiv(
    "2310.19007",
    "Behavior Alignment via Reward Function Optimization",
    "Gupta, Chandak, Jordan, Thomas, da Silva",
    "NeurIPS 2023",
  ),
  "exploration-bonuses": onArxiv(
    "2306.03236",
    "A Study of Global and Episodic Bonuses for Exploration in Contextual MDPs",
    "Henaff, Jiang, Raileanu",
    "ICML 2023",
  ),
  "greedy-exploration": onArxiv("2508.01287", "Exploitation Is All You Need... for Exploration", "Rentschler, Roberts"),
  "dense-rewards": {
    title: "Towards better dense rewards in Reinforcement Learning Applications",
    authors: null,
    year: 2025,
    arxiv: null,
  },
  "environment-design": onArxiv(
    "2310.02782",
    "Discovering General Reinforcement Learning Algorithms with Adversarial Environment Design",
    "Jackson, Jiang, Parker-Holder, Vuorio, Lu, Farquhar, Whiteson, Foerster",
    "NeurIPS 2023",
  ),
  "counter-current-learning": onArxiv(
    "2409.19841",
    "Counter-Current Learning: A Biologically Plausible Dual Network Approach for Deep Learning",
    "Kao, Hariharan",
    "NeurIPS 2024",
  ),
  "credit-assignment-llm": onArxiv(
    "2409.12798",
    "Assessing the Zero-Shot Capabilities of LLMs for Action Evaluation in RL",
    "Pignatelli, Ferret, Rocktäschel, Grefenstette, Paglieri, Coward, Toni",
  ),
  "target-decoupling": onArxiv(
    "2604.13517",
    "Representation over Routing: Overcoming Surrogate Hacking in Multi-Timescale PPO",
    "Sun",
  ),
  "metacognitive-tools": onArxiv(
    "2604.08545",
    "Act Wisely: Cultivating Meta-Cognitive Tool Use in Agentic Multimodal Models",
  ),
  matchtir: onArxiv(
    "2601.10712",
    "MatchTIR: Fine-Grained Supervision for Tool-Integrated Reasoning via Bipartite Matching",
  ),
  "negative-aware": onArxiv(
    "2505.18116",
    "Bridging Supervised Learning and Reinforcement Learning in Math Reasoning",
    "Chen, others",
  ),
  "verl-rank": onArxiv(
    "2509.23808",
    "Beyond the Exploration-Exploitation Trade-off: A Hidden State Approach for LLM Reasoning in RLVR",
  ),
  "drive-curation": onArxiv(
    "2511.06307",
    "DRIVE: Data Curation Best Practices for Reinforcement Learning with Verifiable Reward in Competitive Code Generation",
  ),
  revisor: onArxiv(
    "2511.13026",
    "REVISOR: Beyond Textual Reflection, Towards Multimodal Introspective Reasoning in Long-Form Video Understanding",
    undefined,
    "CVPR 2026",
  ),
  "orchestration-traces": onArxiv(
    "2605.02801",
    "Reinforcement Learning for LLM-based Multi-Agent Systems through Orchestration Traces",
  ),
  "tool-augmented-mdp": onArxiv(
    "2604.19857",
    "Rethinking Reinforcement Fine-Tuning in LVLM: Convergence, Reward Decomposition, and Generalization",
  ),
  "turn-group-policy": onArxiv(
    "2605.06200",
    "A^2TGPO: Agentic Turn-Group Policy Optimization with Adaptive Turn-level Clipping",
  ),
  "critique-rl": onArxiv(
    "2510.24320",
    "Critique-RL: Training Language Models for Critiquing through Two-Stage Reinforcement Learning",
  ),
  "shopping-agent": onArxiv(
    "2603.06065",
    "ChatShopBuddy: Towards Reliable Conversational Shopping Agents via Reinforcement Learning",
  ),
  topocurate: onArxiv("2603.01714", "TopoCurate: Modeling Interaction Topology for Tool-Use Agent Training"),
  "dual-play": onArxiv("2511.11881", "Better LLM Reasoning via Dual-Play"),
  cooper: onArxiv(
    "2508.05613",
    "Cooper: Co-Optimizing Policy and Reward Models in Reinforcement Learning for Large Language Models",
  ),
  spark: onArxiv("2509.22624", "SPARK: Synergistic Policy And Reward Co-Evolving Framework"),
  "position-auctions": onArxiv(
    "2506.03309",
    "Position Auctions in AI-Generated Content",
    "Balseiro, Bhawalkar, Deng, Feng, Mao, Mehta, Mirrokni, Paes Leme, Wang, Zuo",
  ),
  "dual-mirror-descent": onArxiv(
    "2011.10124",
    "The Best of Many Worlds: Dual Mirror Descent for Online Allocation Problems",
    "Balseiro, Lu, Mirrokni",
    "Operations Research",
  ),
  autobidding: onArxiv(
    "2302.01523",
    "Multi-channel Autobidding with Budget and ROI Constraints",
    "Deng, Golrezaei, Jaillet, Liang, Mirrokni",
    "ICML 2023",
  ),
  "hiring-agents": onArxiv(
    "2307.06210",
    "Online Information Acquisition: Hiring Multiple Agents",
    "Cacciamani, Castiglioni, Gatti",
    "ICLR 2024",
  ),
  "switching-costs": onArxiv(
    "2306.09588",
    "Understanding the Role of Feedback in Online Learning with Switching Costs",
    "Cheng, Zhou, Ji",
    "ICML 2023",
  ),
  "dynamical-linear-bandits": onArxiv(
    "2211.08997",
    "Dynamical Linear Bandits",
    "Mussi, Metelli, Restelli",
    "ICML 2023",
  ),
  "online-matching": onArxiv(
    "2309.10289",
    "Online Matching with Stochastic Rewards: Advanced Analyses Using Configuration Linear Programs",
    "Huang, Jiang, Shen, Song, Wu, Zhang",
  ),
  "preference-randomization": onArxiv(
    "2310.14554",
    "Making RL with Preference-based Feedback Efficient via Randomization",
    "Wu, Sun",
    "ICLR 2024",
  ),
  "multi-touch-attribution": onArxiv(
    "1809.02230",
    "Deep Neural Net with Attention for Multi-channel Multi-touch Attribution",
    "Li, Arava, Dong, Yan, Pani",
  ),
  "one-sided-feedback": onArxiv(
    "2206.04475",
    "Individually Fair Learning with One-Sided Feedback",
    "Bechavod, Roth",
    "ICML 2023",
  ),
  cpret: onArxiv(
    "2505.12925",
    "CPRet: A Dataset, Benchmark, and Model for Retrieval in Competitive Programming",
    undefined,
    "NeurIPS 2025, Datasets and Benchmarks",
  ),
  "swiss-dynamics": onArxiv(
    "2512.21010",
    "LLM Swiss Round: Aggregating Multi-Benchmark Performance via Competitive Swiss-System Dynamics",
  ),
  "live-oibench": onArxiv(
    "2510.09595",
    "LiveOIBench: Can Large Language Models Outperform Human Contestants in Informatics Olympiads?",
  ),
  codeclash: onArxiv("2511.00839", "CodeClash: Benchmarking Goal-Oriented Software Engineering"),
  "swe-rm": onArxiv(
    "2512.21919",
    "SWE-RM: Execution-free Feedback For Software Engineering Agents",
    undefined,
    "ICLR 2026",
  ),
  "swe-search": onArxiv(
    "2410.20285",
    "SWE-Search: Enhancing Software Agents with Monte Carlo Tree Search and Iterative Refinement",
    undefined,
    "ICLR 2025",
  ),
  "contrastive-preference": onArxiv(
    "2310.13639",
    "Contrastive Preference Learning: Learning from Human Feedback without RL",
    "Hejna, others",
    "ICLR 2024",
  ),
  "hindsight-simulation": onArxiv("2501.08617", "RLHS: Mitigating Misalignment in RLHF with Hindsight Simulation"),
  "user-feedback": onArxiv("2505.14946", "Reinforcement Learning from User Feedback"),
  inpo: onArxiv(
    "2407.00617",
    "Iterative Nash Policy Optimization: Aligning LLMs with General Preferences via No-Regret Learning",
    undefined,
    "ICLR 2025",
  ),
  "branch-and-rethink": onArxiv("2510.23596", "Think Twice: Branch-and-Rethink Reasoning Reward Model"),
  "rlhf-workflow": onArxiv("2405.07863", "RLHF Workflow: From Reward Modeling to Online RLHF", "Dong, others"),
  "reward-hacking": onArxiv(
    "2604.13602",
    "Reward Hacking in the Era of Large Models: Mechanisms, Emergent Misalignment, Challenges",
  ),
  fightladder: onArxiv(
    "2406.02081",
    "FightLadder: A Benchmark for Competitive Multi-Agent Reinforcement Learning",
    undefined,
    "ICML 2024",
  ),
  "justifiable-decisions": onArxiv(
    "2402.15826",
    "Reward Design for Justifiable Sequential Decision-Making",
    undefined,
    "ICLR 2024",
  ),
  "lucy-skg": onArxiv(
    "2305.15801",
    "Lucy-SKG: Learning to Play Rocket League Efficiently Using Deep Reinforcement Learning",
  ),
  "objective-mismatch": onArxiv(
    "2311.00168",
    "The Alignment Ceiling: Objective Mismatch in Reinforcement Learning from Human Feedback",
    "Lambert, Calandra",
  ),
  basalt: onArxiv(
    "2107.01969",
    "The MineRL BASALT Competition on Learning from Human Feedback",
    undefined,
    "NeurIPS 2021 competition",
  ),
  "nash-mirror-prox": onArxiv("2505.19731", "Accelerating Nash Learning from Human Feedback via Mirror Prox"),
  "reward-topology": onArxiv(
    "2402.10184",
    "Reward Generalization in RLHF: A Topological Perspective",
    undefined,
    "Findings of ACL 2025",
  ),
  "preference-as-reward": onArxiv("2502.18770", "Reward Shaping to Mitigate Reward Hacking in RLHF"),
  "deceptive-judge": onArxiv(
    "2506.03332",
    "Helpful Agent Meets Deceptive Judge: Understanding Vulnerabilities in Agentic Workflows",
  ),
  "feedback-friction": onArxiv("2506.11930", "Feedback Friction: LLMs Struggle to Fully Incorporate External Feedback"),
};
