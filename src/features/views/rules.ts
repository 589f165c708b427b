/** The names under which views of the staff's lists are saved; those of a dashboard have the name of its module. */
export const viewLists = {
  enforcement: (platform: string): string => `enforcement-${platform}`,
  myWork: 'my-work',
  clusters: 'clusters',
} as const
