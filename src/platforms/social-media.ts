import { column, required } from '#columns/column.ts'
import { standardStatuses } from '#vocabulary/statuses.ts'
import { commonColumns } from './common-columns.ts'
import { definePlatform } from './platform.ts'

const metrics = ['PostDate', 'LikesCount', 'CommentsCount', 'SharedCount', 'PostDuration_yt', 'Follower/SubscriberCount', 'FollowingCount', 'LastPostDate', 'LastPostComments', 'LastPostLikes', 'LastPostShare', 'LastPostCount', 'Creation/JoiningDate', 'PostCount/YouTube_VideoCount', 'ViewCount', 'Telegram_LinkCount'] as const

export const socialMedia = definePlatform({
  key: 'socialMedia',
  title: 'Social Media',
  model: 'SocialMedia',
  table: 'findings_social_media',
  columns: {
    ...commonColumns,
    platform: required(column('Platform', 'choice', { max: 60 })),
    heading: column('Heading', 'text', { max: 500 }),
    link: required(column('Link', 'link', { max: 2048 })),
    advertiser: column('Advertiser', 'text'),
    PostDate: column('Post Date', 'day'),
    LikesCount: column('Likes', 'count'),
    CommentsCount: column('Comments', 'count'),
    SharedCount: column('Shares', 'count'),
    PostDuration_yt: column('Post Duration (YouTube)', 'text', { max: 60 }),
    'Follower/SubscriberCount': column('Followers / Subscribers', 'count', { alsoReadAs: 'Follwer/SubscriberCount', answeredAs: 'Follwer/SubscriberCount' }),
    FollowingCount: column('Following', 'count'),
    LastPostDate: column('Last Post Date', 'day'),
    LastPostComments: column('Last Post Comments', 'count'),
    LastPostLikes: column('Last Post Likes', 'count'),
    LastPostShare: column('Last Post Shares', 'count'),
    LastPostCount: column('Last Post Count', 'count'),
    'Creation/JoiningDate': column('Creation / Joining Date', 'day'),
    'PostCount/YouTube_VideoCount': column('Posts / YouTube Videos', 'count'),
    ViewCount: column('Views', 'count'),
    Telegram_LinkCount: column('Telegram Links', 'count'),
    videoUrl: column('Video', 'link', { max: 2048 }),
  },
  identity: 'link',
  imported: ['image', 'platform', 'heading', 'link', 'dateAdded', 'priority', 'status', 'advertiser', 'reason', 'reasonCode', 'brand', 'employeeCode', ...metrics],
  importedIfNamed: ['videoUrl'],
  reasonCodePosition: 10,
  listed: ['image', 'platform', 'heading', 'link', 'reportingDate', 'reasonCode', 'priority', 'status'],
  detailed: ['platform', 'heading', 'link', 'reason', 'reasonCode', 'advertiser', 'dateAdded', ...metrics, 'videoUrl', 'brand'],
  sortedBy: ['platform', 'heading', 'link', 'reportingDate', 'reasonCode', 'priority', 'status'],
  filteredBy: ['platform', 'heading', 'link', 'reportingDate', 'priority', 'status', 'reasonCode'],
  downloaded: ['image', 'platform', 'heading', 'link', 'dateAdded', 'priority', 'status'],
  statuses: standardStatuses,
  enforcedWith: [],
  abilities: ['import', 'edit', 'approve', 'comment', 'enforce'],
  pageSizes: [10, 20, 50, 100, 20000],
  scrolling: 'visible-plus-20',
  downloadFormats: ['csv', 'excel'],
  downloadPatience: 30,
  commentSaved: 'Comment updated successfully.',
})
