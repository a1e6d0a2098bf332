<#-- NOTICE, from the POMs of what reweave ships with; the build writes it to the application's target folder, and CI compares it with the one here. -->
reweave
Licensed under the Apache License, Version 2.0; see LICENSE.

The libraries in lib/, with those who hold the copyright and the licence as each library's own POM names them, unless noted below:

<#list dependencyMap as entry>
<#assign library = entry.getKey()/>
<#if library.groupId == "org.reweave"><#continue/></#if>
<#assign people = []/>
<#list library.developers as developer><#if developer.name?has_content && people?size lt 3><#assign people = people + [developer.name]/></#if></#list>
<#assign organization = (library.organization.name)!library.groupId/>
<#assign holder = (organization == library.groupId)?then(people?join(", "), organization)/>
<#assign akka = library.groupId?ends_with(".akka")/>
- ${library.groupId}:${library.artifactId} ${library.version}, ${holder}: <#if akka>Apache License, Version 2.0 (note on Akka)<#else>${entry.getValue()?join(" or ")}</#if>
</#list>

Note on Akka. Akka 2.8.5 and Akka Persistence JDBC 5.2.1 were published under the Business Source License 1.1, with the Apache
License, Version 2.0, as their change license and 2026-09-20 and 2026-02-21 as their change dates. Both dates have passed, so
these releases are used under the Apache License, Version 2.0. The published POMs, and tools that read them, still say BUSL-1.1.
The change date of Akka 2.9.0 has passed as well, but only milestones of it are published on Maven Central; later
releases have later change dates. The build refuses any other version of an Akka module.

Note on dual licences. H2 is used under the Eclipse Public License 1.0, Logback under the Eclipse Public License 2.0, HdrHistogram
under the BSD 2-Clause License; each is unmodified.

Apache ECharts 6.0.0 (org.mvnpm:echarts, of which echarts.common.min.js), Copyright 2017-2025 The Apache Software
Foundation, Apache License, Version 2.0. Its text is part of every report.html; its LICENSE, LICENSE-d3 and NOTICE are
in the jar beside it, in org/reweave/emulator/results/report/echarts. It includes zrender (Copyright Baidu Inc. and
contributors) and parts of d3 (Copyright 2010-2016 Mike Bostock), both under the BSD 3-Clause License.
