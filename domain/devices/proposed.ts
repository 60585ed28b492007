/** For the audit entry of each device: the proposal that was approved, by its id, and who made it. */
export interface Proposed {
  proposal?: string;
  proposed_by?: string;
}
