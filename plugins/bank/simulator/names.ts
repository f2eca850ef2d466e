/** Names of the simulator: of its jobs, by which they are planned and run, and of the owner of its rows. */

/** Sends a message of the network. */
export const deliverJobName = "bank.simulator.deliver"

/** Tells what the ACH operator thinks of a file. */
export const acknowledgeJobName = "bank.simulator.ach.acknowledge"

/** Writes answers that fall due into a file. */
export const answerJobName = "bank.simulator.ach.answer"

/** Sends such a file. */
export const sendJobName = "bank.simulator.ach.send"

/** Rows of the simulated networks belong to nobody of ours. */
export const networkScope = "network/simulated"
