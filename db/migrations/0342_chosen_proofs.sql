-- Which genuine article and which test purchase the notices about a finding state, where a person chose them. Null: chosen by the
-- words of the finding, and by how near the purchase is to it.
create table chosen_proofs (
  company_id uuid not null,
  finding_id uuid not null,
  article_id uuid references brand_looks on delete set null,
  -- Without a reference: purchases are divided by company. One that is gone fits no finding any more.
  purchase_id uuid,
  chosen_by uuid not null references users,
  chosen_at timestamptz not null default now(),
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
