import { clusterSubject } from '#features/clusters/server/cluster-subject.ts'
import { findingSubject, type Subjects } from '#features/activity/server/subject.ts'

/** What a thread may be about, and who reads it. */
export const activitySubjects: Subjects = { finding: findingSubject, cluster: clusterSubject }
