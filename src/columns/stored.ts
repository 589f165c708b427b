/**
 * The database column of a column name: snake case, letters and digits only.
 * `lastMofifiedDate` → `last_mofified_date`, `Follower/SubscriberCount` → `follower_subscriber_count`.
 */
export function storedName(column: string): string {
  return column
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
}
